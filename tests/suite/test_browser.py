"""The report in a real browser: Debian's Chromium, driven by selenium, without a network.

Run after `atensi verify`, these take a minute; the site is written once for each worker.
"""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from atensi.judging.registry import CHAPTERS

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = os.environ.get("ATENSI_CHROMEDRIVER") or shutil.which("chromedriver")
pytestmark = [
    pytest.mark.meta,
    pytest.mark.skipif(
        not (BROWSER and DRIVER),
        reason="no Chromium with its driver here: apt-get install chromium chromium-driver",
    ),
]
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
NARROW, WIDE = 360, 1440
KINDS = (
    "index.html", "claims/softmax.ratio-of-scores.html", "claims/kernel.bridge-to-dot-product.html",
    "claims/lookup.sizes.html", "documents/001.html", "map.html", "figures.html", "trust.html",
    "model.html",
)  # fmt: skip
# What a reader meets, in one question to the page: sideways overflow, formulas without size, and
# formulas whose ends are out of sight though there is room for them.
LOOK = """
const shown = (each) => each.checkVisibility();
return {
  lang: document.documentElement.lang,
  over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  formulas: [...document.querySelectorAll("math")].filter(shown).length,
  flat: [...document.querySelectorAll("math")].filter(shown).filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width < 4 || box.height < 4;
  }).length,
  cut: [...document.querySelectorAll(".part")].filter(shown).filter((each) => {
    const around = each.closest(".display, p, .statement, li, dd, td, section, main");
    const wanted = each.scrollWidth;
    return wanted > each.clientWidth + 1 && wanted + 40 < around.clientWidth;
  }).map((each) => each.textContent),
};
"""


def open_browser(scratch, **preferences):
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for flag in (*FLAGS, f"--user-data-dir={scratch}"):
        options.add_argument(flag)
    options.add_experimental_option("prefs", preferences)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    opened = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    opened.set_script_timeout(300)  # the check of the longest page, on a busy machine
    return opened


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    opened = open_browser(tmp_path_factory.mktemp("browser"))
    yield opened
    opened.quit()


def resize(browser, width, height=900):
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


@pytest.fixture
def visit(browser, report):
    """Return a function that opens a page at a width and returns the browser."""

    def opened(page, width=WIDE, height=900):
        resize(browser, width, height)
        browser.get(f"{report.as_uri()}/{page}")
        return browser

    yield opened
    browser.get(f"{report.as_uri()}/trust.html")
    browser.execute_script("localStorage.clear()")


def pages_of(report, group):
    if group in CHAPTERS:
        return [f"claims/{path.name}" for path in sorted((report / "claims").glob(f"{group}.*"))]
    return [path.relative_to(report).as_posix() for path in sorted(report.rglob("*.html"))
            if path.parent.name != "claims"]  # fmt: skip


@pytest.mark.parametrize("group", ["all other pages", *CHAPTERS])
def test_each_page_loads_cleanly_fits_and_sets_its_formulas(group, visit, report):
    pages = pages_of(report, group)
    assert pages
    for page in pages:
        browser = visit(f"{page}?lang=id", NARROW)
        for width, lang in ((NARROW, "id"), (WIDE, "en")):
            resize(browser, width)
            browser.execute_script(f"document.getElementById('lang-{lang}').click()")
            seen = browser.execute_script(LOOK)
            assert seen["lang"] == lang, page
            assert seen["over"] <= 0, f"{page} is {seen['over']} pixels too wide at {width}"
            assert not seen["flat"], f"{page}: {seen['flat']} formulas have no size"
            assert not seen["cut"], f"{page} at {width}: {seen['cut'][0]} is cut"
            assert seen["formulas"] or group not in CHAPTERS, page
        said = browser.get_log("browser")
        assert not said, f"{page}: {said}"


def visible_rows(browser):
    return browser.execute_script(
        "return [...document.querySelectorAll('#table tr[data-verdict]')]"
        ".filter((row) => row.checkVisibility()).map((row) => row.dataset)"
    )


def test_filters_narrow_the_table_and_can_be_cleared(visit, published):
    browser = visit("index.html")
    total = len(published["claims"])
    assert len(visible_rows(browser)) == total
    form = browser.find_element("id", "filters")
    for name, value in {"verdict": "REFUTED", "chapter": "lookup", "document": "001"}.items():
        form.find_element("css selector", f"[name={name}] [value='{value}']").click()
    wanted = [
        entry["id"]
        for entry in published["claims"]
        if (entry["verdict"], entry["chapter"]) == ("REFUTED", "lookup")
        and "001" in [tie["document"] for tie in (*entry["sources"], *entry["answers"])]
    ]
    assert len(visible_rows(browser)) == len(wanted) > 0
    assert browser.find_element("id", "found").text == str(len(wanted))
    form.find_element("name", "words").send_keys("no such words at all")
    assert visible_rows(browser) == []
    assert browser.find_element("id", "none").is_displayed()
    form.find_element("css selector", "[type=reset]").click()
    browser.execute_async_script("setTimeout(arguments[0])")
    assert len(visible_rows(browser)) == total


def test_a_link_to_a_verdict_opens_its_claims(visit, published):
    browser = visit("index.html")
    browser.find_element("css selector", ".totals a[href*='PROVED%20UNDER']").click()
    rows = visible_rows(browser)
    assert {row["verdict"] for row in rows} == {"PROVED UNDER"}
    assert len(rows) == published["totals"]["PROVED UNDER"]


def test_the_keyboard_reaches_search_and_skips_the_navigation(visit):
    from selenium.webdriver.common.keys import Keys

    browser = visit("index.html")
    body = browser.find_element("tag name", "body")
    body.send_keys(Keys.TAB)
    skip = browser.switch_to.active_element
    assert skip.get_attribute("class") == "skip" and skip.is_displayed()
    body.send_keys("/")
    browser.switch_to.active_element.send_keys("jacobian")
    rows = visible_rows(browser)
    assert 0 < len(rows) < 20


def test_language_and_theme_are_switched_and_remembered(visit):
    claim = "claims/softmax.shift-invariance.html"
    browser = visit(claim)
    heading = lambda: browser.find_element("tag name", "h1").text
    paper = lambda: browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert heading() == "A constant added to all scores changes no weight."
    light = paper()
    for name in ("lang-id", "theme-dark"):
        browser.find_element("css selector", f"label:has(#{name})").click()
    assert heading().startswith("Konstanta yang ditambahkan")
    assert paper() != light
    browser.find_element("link text", "Peta").click()
    assert (
        heading() == "Peta"
        and browser.execute_script("return document.documentElement.lang") == "id"
    )
    visit(claim)
    assert heading().startswith("Konstanta") and paper() != light


def test_without_scripts_both_languages_and_the_whole_table_are_there(
    report, published, tmp_path_factory
):
    key = "profile.managed_default_content_settings.javascript"
    browser = open_browser(tmp_path_factory.mktemp("plain"), **{key: 2})
    try:
        browser.get(f"{report.as_uri()}/index.html")
        assert not browser.find_element("id", "filters").is_displayed()
        rows = browser.find_elements("css selector", "#table tr[data-verdict]")
        assert len(rows) == len(published["claims"])
        assert browser.find_element("tag name", "h1").text.startswith("Attention")
        browser.find_element("css selector", "label:has(#lang-id)").click()
        assert browser.find_element("tag name", "h1").text.startswith("Atensi")
    finally:
        browser.quit()


def test_the_map_zooms_moves_and_leads_to_claims(visit):
    from selenium.webdriver.common.keys import Keys

    browser = visit("map.html")
    box = lambda: browser.find_element("css selector", "#map svg").get_dom_attribute("viewBox")
    whole = box()
    browser.find_element("css selector", "[data-zoom=in]").click()
    closer = box()
    assert float(closer.split()[2]) < float(whole.split()[2])
    place = browser.find_element("id", "map")
    place.send_keys(Keys.ARROW_RIGHT)
    assert float(box().split()[0]) > float(closer.split()[0])
    place.send_keys("0")
    assert [float(each) for each in box().split()] == [float(each) for each in whole.split()]
    node = browser.find_element("css selector", "[data-claim='kernel.bridge-to-dot-product']")
    browser.execute_script("arguments[0].focus()", node)
    assert browser.find_elements("css selector", ".edges .near")
    node.send_keys(Keys.ENTER)
    assert "claims/kernel.bridge-to-dot-product.html" in browser.current_url


def test_markup_in_a_claim_is_read_as_text(browser, published, drawn, tmp_path):
    from atensi.report import html_site

    text = "<script>document.title = 'broken'</script> & <b>bold</b>"
    entry = {**published["claims"][0], "says": {"en": text}}
    ledger = {**published, "claims": [entry, *published["claims"][1:]]}
    page = dict(html_site.render(ledger, html_site.shown(drawn[1])))[f"claims/{entry['id']}.html"]
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    browser.get((tmp_path / "page.html").as_uri())
    assert browser.find_element("tag name", "h1").text == text
    assert browser.title.startswith(entry["id"])


def axe():
    """Return axe, a newer one where ATENSI_AXE names its file."""
    given = os.environ.get("ATENSI_AXE")
    found = find_spec("axe_core_python")
    path = Path(given) if given else Path(found.origin).parent / "axe.min.js"
    return path.read_text(encoding="utf-8")


# The longest page takes this check minutes; a shorter one of its kind has the same parts.
CHECKED = tuple(page.replace("documents/001", "documents/000") for page in KINDS)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("page", CHECKED)
def test_an_accessibility_check_finds_nothing_serious(page, theme, visit):
    width, lang = (1440, "en") if theme == "light" else (360, "id")
    browser = visit(f"{page}?theme={theme}&lang={lang}", width)
    browser.execute_script(
        "for (const each of document.querySelectorAll('details')) each.open = true"
    )
    browser.execute_script(axe())
    found = browser.execute_async_script(
        "const tell = arguments[0];"
        "axe.run({resultTypes: ['violations']}).then(tell, (error) => tell(`${error}`))"
    )
    assert isinstance(found, dict), found
    bad = [
        f"{each['impact']}: {each['id']}: {each['help']}: {each['nodes'][0]['html'][:200]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
    assert not bad, "\n".join(bad)
