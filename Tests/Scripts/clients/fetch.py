"""Fetches a URL with urllib. Arguments: URL ROOTS"""
import ssl
import sys
import urllib.request

context = ssl.create_default_context(cafile=sys.argv[2])
context.set_ciphers("ALL:@SECLEVEL=0")
sys.exit(0 if urllib.request.urlopen(sys.argv[1], context=context).read() else 3)
