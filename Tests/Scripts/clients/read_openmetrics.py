"""Reads a file with the parser of OpenMetrics in Prometheus' library, and prints name, type and unit of each family.
Arguments: FILE"""
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families

with open(sys.argv[1], encoding="utf-8") as file:
    for family in text_string_to_metric_families(file.read()):
        print(family.name, family.type, family.unit, sep=" ") if family.unit else print(family.name, family.type)
