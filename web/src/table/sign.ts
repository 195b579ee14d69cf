/** The icon of the page, which says whether it is one's move. */

import { logoFile } from "../art/logo";

const DOT = `<circle cx="18" cy="-18" r="13" fill="#f7b500" stroke="#10161f" stroke-width="3"/></svg>`;

function moving(): string {
  return `data:image/svg+xml,${encodeURIComponent(logoFile().replace("</svg>", DOT))}`;
}

export function showIcon(mine: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link) link.href = mine ? moving() : "/icon.svg";
}
