"""A reader for the pages that the program writes."""
import html.parser

VOID = {"meta", "br", "wbr", "hr", "img", "input", "link"}
ADDRESSES = {"src", "href", "action", "data", "poster", "srcset", "formaction", "xlink:href"}


class Page(html.parser.HTMLParser):
    """Reads a page, and complains about tags that do not pair, references that leave it, and
    sections and navigation that do not agree.

    tables: the row heads by the table's caption; plot_texts: a plot's texts by its label."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.faults, self.tags, self.ids = [], [], [], []
        self.scripts, self.plots, self.captions = [], 0, 0
        self.navigation, self.sections, self.policy = [], [], ""
        self.tables, self.plot_texts = {}, {}
        self.reading = self.table = self.plot = None
        self.content = ""
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is never closed" for tag in self.open]
        self.faults += [f"it has {word}" for word in
                        ("http://", "https://", "url(", "@import", "'white'") if word in text]
        if not self.sections or self.navigation != self.sections:
            self.faults.append(f"links to {self.navigation}, sections {self.sections}")
        if len(set(self.ids)) != len(self.ids):
            self.faults.append("an id is there twice")
        if not self.policy.startswith("default-src 'none'; "):
            self.faults.append(f"policy {self.policy}")

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        names = [name for name, _ in attrs]
        attributes = dict(attrs)
        if len(set(names)) != len(names):
            self.faults.append(f"<{tag}> has an attribute twice: {attrs}")
        for name in ADDRESSES & set(attributes):
            if not attributes[name].startswith("#"):
                self.faults.append(f"<{tag} {name}={attributes[name]}> leaves the page")
        if any(name.startswith("on") for name in names):
            self.faults.append(f"<{tag}> has a handler: {attrs}")
        if tag == "section":
            self.sections.append(attributes.get("id"))
        if tag == "a" and "nav" in self.open:
            self.navigation.append(attributes["href"][1:])
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
        self.read(tag, attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "svg" and attributes.get("class") == "plot":
            self.plots += 1
            if not attributes.get("aria-label") or not attributes.get("viewbox"):
                self.faults.append(f"a plot without label or size: {attrs}")
        self.captions += tag == "figcaption"
        if tag == "script":
            self.scripts.append("")

    def read(self, tag, attributes):
        """Starts a table, a plot, or one of their texts."""
        if tag == "caption" or (tag == "th" and attributes.get("scope") == "row") or tag == "text":
            self.reading = ""
        elif tag == "svg" and attributes.get("class") == "plot":
            self.plot = self.plot_texts.setdefault(attributes.get("aria-label"), [])

    def keep(self, tag):
        """Ends such a text."""
        if tag == "caption":
            self.table = self.tables.setdefault(self.reading, [])
        elif tag == "th" and self.table is not None:
            self.table.append(self.reading)
        elif tag == "text" and self.plot is not None:
            self.plot.append(self.reading.strip())
        self.reading = None

    def handle_endtag(self, tag):
        if self.reading is not None and tag in ("caption", "th", "text"):
            self.keep(tag)
        if tag == "svg":
            self.plot = None
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at line {self.getpos()[0]} closes something else")

    def handle_data(self, data):
        if self.reading is not None:
            self.reading += data
        if self.open and self.open[-1] == "script":
            self.scripts[-1] += data
        elif self.open and self.open[-1] != "style":
            self.content += data
