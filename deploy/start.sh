#!/bin/sh
# The first process of the container: `start serve` runs `upturn serve`.
#
# The rules were compiled when the image was built. Compiled code must be in a writable folder, and the
# image is read-only, so it is copied to the volume first: once for each version, within a second.
set -eu

brought=/opt/upturn/cache/upturn/compiled
kept="$XDG_CACHE_HOME/upturn/compiled"

if mkdir -p "$kept"; then
    for folder in "$brought"/*; do
        name=$(basename "$folder")
        if [ ! -e "$kept/$name" ]; then
            # In one step, because another container may be doing the same right now.
            { cp -R "$folder" "$kept/.$name.$$" && mv -T "$kept/.$name.$$" "$kept/$name"; } 2>/dev/null ||
                rm -rf "$kept/.$name.$$"
        fi
    done
fi

exec upturn "$@"
