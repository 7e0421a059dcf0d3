"""`make lessons`: plays every lesson and writes what the page shows."""

from tools.lessons import PAGES, page_of, scripts, written

PAGES.mkdir(parents=True, exist_ok=True)
for name, script in scripts().items():
    page_of(name).write_text(written(script), encoding="utf-8")
    print(f"{name}: {sum(len(part.step) for part in script.part)} steps")
