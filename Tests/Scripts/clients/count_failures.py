"""Prints the number of failures in a JUnit report. Argument: REPORT, its text"""
import sys
import xml.etree.ElementTree as tree

print(len(tree.fromstring(sys.argv[1]).findall(".//failure")))
