"""ETHIC's summarising: a summary of every section of a long text, judged section by section.

Source: ETHIC, sections 3.2 (summarizing) and 4.1 (ratings); replies of 4,096 tokens.
Differs: a section that the reply leaves out is rated with the least and counted; our own prompt, of at most five
    sentences a section, so that summaries serve as options of organising.

Cognitive process: understand. Books and debates: one document; medicine and law: several.
"""
