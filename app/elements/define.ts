import type { Elements } from './elements'

type Read<Tag extends keyof Elements> = (name: keyof Elements[Tag] & string) => string

/**
 * Defines a custom element. `enter` runs when one is connected, and the function that it may return when it is
 * disconnected. `read` returns the value of an attribute declared in {@link Elements}, empty without it.
 */
export function defineElement<Tag extends keyof Elements>(
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

/** Finds the first element inside that matches and is of this type. */
export function find<E extends Element>(within: Element, selector: string, type: new () => E): E | undefined {
	const found = within.querySelector(selector)
	return found instanceof type ? found : undefined
}

/** Creates an element with these properties. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
	return Object.assign(document.createElement(tag), properties)
}
