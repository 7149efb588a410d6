/**
 * Converts a value for SQLite.
 * @throws TypeError for undefined, which is a mistake rather than a null.
 */
export function toBindable(value: unknown): unknown {
	if (value === undefined) throw new TypeError('undefined cannot be a value of a statement')
	if (typeof value === 'boolean') return Number(value)
	return value instanceof Date ? value.getTime() : value
}

/* SQLite allows more; no query has a tenth of these. */
const MAX_COLUMNS = 200

/**
 * A row whose values are read by index (Drizzle) or listed by name (raw SQL); of two columns with one name the first
 * counts. Getters on a shared prototype cost a fifth of what `@libsql/client` spends on defining each value of each
 * row.
 */
export class Row {
	[name: string]: unknown
	readonly #values: readonly unknown[]

	constructor(values: readonly unknown[], names: readonly string[]) {
		this.#values = values
		for (const [place, name] of names.entries()) if (!(name in this)) this[name] = values[place]
	}

	static {
		for (let place = 0; place < MAX_COLUMNS; place++) {
			Object.defineProperty(Row.prototype, place, {
				get(this: Row) {
					return this.#values[place]
				},
			})
		}
	}

	get length() {
		return this.#values.length
	}
}
