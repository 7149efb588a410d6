import type { Elements } from './elements'

type Read<Tag extends keyof Elements> = (name: keyof Elements[Tag] & string) => string

/**
 * Makes the browser know a custom element. `enter` is run when one comes into the page, and the function that it may
 * return when it leaves. `read` gives the text of an attribute that {@link Elements} declares, empty without it.
 */
export function define<Tag extends keyof Elements>(
	tag: Tag,
	enter: (element: HTMLElement, read: Read<Tag>) => unknown,
): void {
	class Defined extends HTMLElement {
		#leave: unknown

		connectedCallback() {
			this.#leave = enter(this, name => this.getAttribute(name) ?? '')
		}

		disconnectedCallback() {
			if (typeof this.#leave === 'function') this.#leave()
		}
	}
	customElements.define(tag, Defined)
}

/** The first element inside that matches and is of this kind. */
export function find<E extends Element>(within: Element, selector: string, type: new () => E): E | undefined {
	const found = within.querySelector(selector)
	return found instanceof type ? found : undefined
}

/** An element with these properties. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
	return Object.assign(document.createElement(tag), properties)
}
