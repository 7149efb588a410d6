import type { DetailedHTMLProps, HTMLAttributes } from 'react'

/** The custom elements with their attributes; JSX and the classes of `app/elements` share this list. */
export type Elements = {
	/** Polls `address` every minute; `state` identifies what the list inside shows. */
	'bell-news': { address: string; state: string }
	/** The label of a button; `words` replace it while its form is being sent. */
	'busy-label': { words?: string | undefined }
	/** Shows the number of characters typed into the text area with the id `of`. */
	'character-count': { of: string }
	/** Empties the field with the id `of` when the choice inside changes. */
	'clear-field': { of: string }
	/** Closes the dialog it is in; as a page, the link inside is followed. */
	'close-link': NoAttributes
	'code-input': NoAttributes
	'cookie-bar': NoAttributes
	/** Copies `text`; `label` is the label of its button. */
	'copy-button': { text: string; label: string }
	/**
	 * A countdown to `until` (UTC ms) that follows the text `before`; at its end the text is `after`, and the button with the
	 * id `enables` is enabled.
	 */
	'count-down': { until: number; after: string; before?: string | undefined; enables?: string | undefined }
	/**
	 * Sends the form inside when its button `intent` is pressed, and shows the page at the path `confirmation` as a dialog
	 * if the answer redirects to it.
	 */
	'dialog-form': { confirmation: string; intent: string }
	/** Shows the page of the link inside as a dialog. */
	'dialog-link': NoAttributes
	/** The part of a page that a dialog shows. */
	'dialog-page': NoAttributes
	'error-summary': NoAttributes
	/** Checks the form inside on blur, field by field, with the schema named `of`. */
	'form-checks': { of: 'register' | 'name' | 'phone' | 'password' | 'email' | 'coupon' | 'creative' }
	/** Reports a file that is too large or of a wrong type before it is sent. */
	'file-check': { 'max-bytes': number; 'size-message': string; 'type-message': string }
	/** Replaces the image inside by `src` when it is broken. */
	'image-fallback': { src: string }
	/** Sends the form inside; shows `message` when the connection drops, and goes to `next` when the server redirects. */
	'network-check': { message: string; next: string }
	/** The keyboard shortcuts of the back office; the checkbox inside turns them off. */
	'page-keys': NoAttributes
	'password-reveal': NoAttributes
	/** Arrow keys and a readout of the cell; with `pinch`, two fingers zoom. */
	'pixel-grid': { pinch?: boolean | undefined }
	/** A part of the page that React hydrates. */
	'tool-island': { name: string; props: string }
	'toast-list': NoAttributes
	/** Disappears after `seconds`. */
	'toast-message': { seconds: number }
	/** Replaces its content by `after` at a time (UTC ms). */
	'switch-at': { at: number; after: string }
}

type NoAttributes = Record<never, never>

type Declared = {
	[Tag in keyof Elements]: DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Elements[Tag]
}

declare module 'react' {
	namespace JSX {
		interface IntrinsicElements extends Declared {}
	}
}
