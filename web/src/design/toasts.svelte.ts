/** Short words at the edge of the screen, which go away by themselves; also spoken to screen readers. */

export interface Toast {
  id: number;
  text: string;
  kind: "note" | "problem";
}

class Toasts {
  shown: Toast[] = $state([]);
  #id = 0;

  say(text: string, kind: Toast["kind"] = "note"): void {
    const id = ++this.#id;
    this.shown = [...this.shown.filter((toast) => toast.text !== text).slice(-2), { id, text, kind }];
    setTimeout(() => this.close(id), 3000 + 60 * text.length);
  }

  close(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
