/** The short rules of a game (`texts/rules.<language>.md` in its folder) as blocks to show: indentation says what belongs to what. */

export type Block =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string }
  | { kind: "list"; ordered: boolean; items: Item[] }
  | { kind: "table"; text: string };

export interface Item {
  /** A letter that the item is named by. */
  mark: string;
  blocks: Block[];
}

const HEADING = /^[^a-zа-яё\s][^a-zа-яё]*(\(.*\))?$/;
const MARKED_HEADING = /^#+\s+/;
const ITEM = /^(\s*)(?:(-)|(\d+)\.|([A-ZА-Я])(?= {2}\S))\s+/;
const TABLE = /\S {2,}\S/;

/** The first line is the title; what follows comes as blocks. */
export function parseRules(page: string): { title: string; blocks: Block[] } {
  const [title = "", ...lines] = page.trimEnd().split("\n");
  const top: Block[] = [];
  /** The items that are open, from the outside in, with the column where their text begins. */
  let open: { column: number; blocks: Block[] }[] = [];
  for (const line of lines) {
    if (!line.trim()) {
      open = [];
      top.push({ kind: "text", text: "" });
      continue;
    }
    const marked = ITEM.exec(line);
    const column = line.search(/\S/);
    open = open.filter((item) => item.column <= column);
    const blocks = open.at(-1)?.blocks ?? top;
    if (marked) {
      const item = { mark: marked[4] ?? "", blocks: [{ kind: "text", text: line.slice(marked[0].length) } as Block] };
      list(blocks, Boolean(marked[3])).items.push(item);
      open.push({ column: marked[0].length, blocks: item.blocks });
    } else if (HEADING.test(line) || MARKED_HEADING.test(line)) top.push({ kind: "heading", text: line.replace(MARKED_HEADING, "") });
    else add(blocks, TABLE.test(line) ? "table" : "text", line.trim());
  }
  return { title: title.replace(MARKED_HEADING, ""), blocks: top.filter((block) => block.kind !== "text" || block.text) };
}

/** The list at the end of some blocks, a new one if there is none. */
function list(blocks: Block[], ordered: boolean): Extract<Block, { kind: "list" }> {
  const last = blocks.at(-1);
  if (last?.kind === "list") return last;
  const made: Extract<Block, { kind: "list" }> = { kind: "list", ordered, items: [] };
  blocks.push(made);
  return made;
}

function add(blocks: Block[], kind: "table" | "text", line: string): void {
  const last = blocks.at(-1);
  if (last?.kind === "table") last.text += `\n${line}`;
  else if (last?.kind === "text" && kind === "text") last.text = `${last.text} ${line}`.trim();
  else blocks.push({ kind, text: line });
}
