"""The version of the local judge's rules, apart from them: naming it loads none of them."""

RULES = "local.v23"
"""Stands in the signature of whatever the rules decide. Another one whenever a rule, a word list or a constant changes
what is made of any text: `similarity.SIGNATURE` has it with the constants, and names it wherever the rules are loaded.
"""
