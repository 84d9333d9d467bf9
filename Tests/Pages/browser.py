"""Headless Chromium with axe-core, through Debian's chromedriver.

All scripts are evaluated through DevTools, which a page's Content-Security-Policy does not affect.
"""

import contextlib
import importlib.util
import json
import os
import pathlib
import queue
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

CHROMIUM = "/usr/bin/chromium"
DRIVER = "/usr/bin/chromedriver"
HEIGHT = 900
# Chromium draws at most this many pixels of a screenshot's height.
MOST_HEIGHT = 16_384
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LEVELS = {"WARNING", "SEVERE"}
INNER = ("data:", "blob:", "about:", "chrome:", "devtools:")


def axe_source():
    """Returns axe-core, which this package of PyPI contains; the package itself is not loaded."""
    package = importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0]
    return (pathlib.Path(package) / "axe.min.js").read_text(encoding="utf-8")


def address(page):
    """Returns the address of a file; an address stays as it is."""
    return page if isinstance(page, str) else page.resolve().as_uri()


class Browser:
    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for flag in ["--headless=new", "--disable-gpu", "--hide-scrollbars",
                     "--disable-dev-shm-usage"]:
            options.add_argument(flag)
        if os.getuid() == 0:
            options.add_argument("--no-sandbox")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(DRIVER))
        self.driver.set_page_load_timeout(60)
        self.driver.set_script_timeout(120)
        self.axe = axe_source()
        self.evaluate(self.axe + "; undefined")
        self.axe_version = self.evaluate("axe.version")
        self.version = self.driver.capabilities["browserVersion"]

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def evaluate(self, expression):
        answer = self.command(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:400])
        return answer["result"].get("value")

    def open(self, page, width, scheme, media):
        """Opens a file or an address with this width, color scheme and media type."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=HEIGHT,
                     deviceScaleFactor=1, mobile=False)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.command("Emulation.setEmulatedMedia", media=media, features=features)
        for log in ["browser", "performance"]:
            self.driver.get_log(log)
        self.driver.get(address(page))
        # Frames and observers of sizes have drawn by then.
        time.sleep(0.2)

    def violations(self):
        self.evaluate(self.axe + "; undefined")
        rules = json.dumps({"runOnly": {"type": "tag", "values": TAGS},
                            "resultTypes": ["violations"], "preload": False})
        return self.evaluate(f"axe.run(document, {rules}).then((found) => found.violations)")

    def console(self):
        """Returns the console's warnings and errors; a blocked style or script is an error."""
        entries = self.driver.get_log("browser")
        return [(entry["level"], entry["message"]) for entry in entries
                if entry["level"] in LEVELS]

    def other_requests(self, page):
        """Returns the addresses that the page requested beside itself, or beside its server's."""
        own = address(page)
        origin = own.split("/")[:3] if own.startswith("http") else None
        addresses = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            url = message["params"]["request"]["url"]
            if url.startswith(INNER) or url == own or url.split("/")[:3] == origin:
                continue
            if url not in addresses:
                addresses.append(url)
        return addresses

    def screenshot(self):
        """Returns a PNG of the whole page, in base64."""
        size = self.command("Page.getLayoutMetrics")["cssContentSize"]
        height = min(size["height"], MOST_HEIGHT)
        clip = {"x": 0, "y": 0, "width": size["width"], "height": height, "scale": 1}
        return self.command("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]

    def pdf(self):
        """Returns the page in A4, in base64."""
        return self.command("Page.printToPDF", paperWidth=8.27, paperHeight=11.69,
                            printBackground=True)["data"]


class Pool:
    """Browsers that threads take one at a time."""

    def __init__(self, count):
        self.browsers = [Browser() for _ in range(count)]
        self.axe_version = self.browsers[0].axe_version
        self.version = self.browsers[0].version
        self.free = queue.SimpleQueue()
        for browser in self.browsers:
            self.free.put(browser)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for browser in self.browsers:
            browser.driver.quit()

    @contextlib.contextmanager
    def browser(self):
        browser = self.free.get()
        try:
            yield browser
        finally:
            self.free.put(browser)
