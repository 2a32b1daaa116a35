"""A shortened drawing looks the same: its places, names and colours are those of the long one."""

import re

import pytest

from figures.engine.compact_svg import compact

LONG = b"""<svg width="297.637795pt">
 <style>*{stroke-linecap: butt}</style>
 <!-- a label -->
 <g id="patch_1">
  <path d="M 0 255.118
L -63.70 12.006
Q 0 0.5 -63.2 12.1
z
L 0 255
" clip-path="url(#p1ffe)" style="fill: #ffffff; stroke: none"/>
 </g>
 <g id="patch_2">
  <path d="M 0 1" style="fill: #ffffff; stroke: none"/>
  <path d="M 0 2" style="fill: none"/>
 </g>
 <clipPath id="p1ffe"><rect x="9.937008" y="1"/></clipPath>
 <path id="Serif-44" d="M 2829 422"/>
 <use xlink:href="#Serif-44" transform="translate(44.40625 0) scale(0.015625)"/>
 <use xlink:href="#Serif-44" transform="translate(83.3125 -1.5)"/>
 <use xlink:href="#Serif-44" transform="translate(95.1 0)"/>
</svg>"""

SHORT = """<svg width="297.637795pt">
<style>*{stroke-linecap: butt}.s0{fill:#ffffff;stroke:none}</style>
<path d="m0 255.12l-63.7-243.11q63.7-11.51 .5 .09zl0-.12" clip-path="url(#n0)" class="s0"/>
<g>
<path d="m0 1" class="s0"/>
<path d="m0 2" style="fill: none"/>
</g>
<clipPath id="n0"><rect x="9.94" y="1"/></clipPath>
<path id="n1" d="m2829 422"/>
<use href="#n1" transform="translate(44.41 0) scale(0.015625)"/>
<use href="#n1" x="83.31" y="-1.5"/>
<use href="#n1" x="95.1"/>
</svg>"""


@pytest.mark.meta
def test_a_drawing_loses_what_no_eye_sees():
    assert compact(LONG).decode() == SHORT
    assert compact(compact(LONG)) == compact(LONG)


@pytest.mark.meta
def test_a_figures_names_are_defined_once_and_used(drawn):
    for path in sorted(drawn[0].rglob("*.svg")):
        text = path.read_text(encoding="utf-8")
        names = re.findall(r' id="([^"]*)"', text)
        used = re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', text)
        assert len(names) == len(set(names)), path
        assert set(names) == {"".join(each) for each in used}, path
