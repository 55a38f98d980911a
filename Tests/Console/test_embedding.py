"""Every file of the page is compiled into the program, and nothing on the page comes from elsewhere."""

import os
import re
import unittest

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Sources/CConsolePage")


class EmbeddingTest(unittest.TestCase):
    def setUp(self):
        page = f"{FOLDER}/page"
        self.names = sorted(os.path.relpath(os.path.join(folder, name), page) for folder, _, names in os.walk(page) for name in names)

    def content(self, name):
        with open(f"{FOLDER}/page/{name}", encoding="utf-8") as file:
            return file.read()

    def test_every_file_is_embedded(self):
        with open(f"{FOLDER}/ConsolePage.c", encoding="utf-8") as file:
            source = file.read()
        self.assertEqual(sorted(re.findall(r'#embed "page/(.*)"', source)), self.names)
        self.assertEqual(sorted(re.findall(r'FILE_OF\("(.*?)",', source)), self.names)

    def test_every_module_that_is_imported_exists(self):
        for name in self.names:
            for imported in re.findall(r'from "(.*?)"', self.content(name)):
                self.assertRegex(imported, r"^\.\.?/", name)
                self.assertIn(os.path.normpath(os.path.join(os.path.dirname(name), imported)), self.names, name)
            for linked in re.findall(r'/page/([\w./-]+)', self.content(name)):
                self.assertIn(linked, self.names, name)

    def test_no_markup_is_made_of_text(self):
        for name in self.names:
            self.assertNotRegex(self.content(name), r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function|createPolicy", name)
            self.assertNotRegex(self.content(name), r"<[^>]*\sstyle=|<[^>]*\son\w+=|<script(?![^>]*\ssrc=)", name)

    def test_modules_are_short(self):
        for name in self.names:
            self.assertLessEqual(self.content(name).count("\n"), 250, name)
