"""PDFs written by hand, for scripts that read them."""


def pdf(pages, trailer=""):
    """A document; each page is its width and height in points and the color of a rectangle 10 points from its edges."""
    kids = " ".join(f"{3 + 2 * number} 0 R" for number in range(len(pages)))
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>"]
    for number, (width, height, color) in enumerate(pages):
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents {4 + 2 * number} 0 R "
                       "/Resources << >> >>")
        drawing = f"{' '.join(map(str, color))} rg 10 10 {width - 20} {height - 20} re f"
        objects.append(f"<< /Length {len(drawing)} >>\nstream\n{drawing}\nendstream")
    file, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(file))
        file += f"{number} 0 obj\n{text}\nendobj\n".encode()
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    return file + (f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R "
                   f"{trailer} >>\nstartxref\n{len(file)}\n%%EOF\n").encode()
