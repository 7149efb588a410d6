import type { Elements } from './elements'

/** A custom element that reads the attributes which {@link Elements} declares for it, and no others. */
export abstract class TypedElement<Tag extends keyof Elements> extends HTMLElement {
	/** The text of an attribute, empty without it. */
	protected read(name: keyof Elements[Tag] & string): string {
		return this.getAttribute(name) ?? ''
	}

	/** The first element inside that matches and is of this kind. */
	protected find<E extends Element>(selector: string, type: new () => E): E | undefined {
		const found = this.querySelector(selector)
		return found instanceof type ? found : undefined
	}
}

/** Makes the browser know a custom element. */
export function define<Tag extends keyof Elements>(tag: Tag, element: new () => TypedElement<Tag>): void {
	customElements.define(tag, element)
}
