"""Other people's attention on the stand: what it offers, which laws it keeps, which conventions."""
