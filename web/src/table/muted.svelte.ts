/** The players whose words one does not want to see here: kept in this browser, by table and seat. */

const PLACE = "azulejo.muted";
const MOST = 100;

function read(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

class Muted {
  #seats: string[] = $state(read());

  has(table: string, seat: number): boolean {
    return this.#seats.includes(`${table}/${seat}`);
  }

  set(table: string, seat: number, muted: boolean): void {
    const name = `${table}/${seat}`;
    this.#seats = [...this.#seats.filter((one) => one !== name), ...(muted ? [name] : [])].slice(-MOST);
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#seats));
    } catch {
      // A browser that keeps nothing: it lasts as long as the page.
    }
  }
}

export const muted = new Muted();
