"""The report as one HTML page: views of finished directories, data to drill down into, template, style, program."""
