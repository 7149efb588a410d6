import type { DetailedHTMLProps, HTMLAttributes } from 'react'

/**
 * The custom elements of the pages with their attributes: the one list that JSX and the classes of `app/elements` read.
 */
export type Elements = {
	/** Asks `address` every minute for news while `state` is what the list inside shows. */
	'bell-news': { address: string; state: string }
	/** The words of a button; `words` take their place while its form is on the way. */
	'busy-label': { words?: string | undefined }
	/** Counts in itself what is typed into the text area with the id `of`. */
	'character-count': { of: string }
	/** Empties the field with the id `of` when the choice inside changes. */
	'clear-field': { of: string }
	/** Closes the dialog it stands in; a page at its own address follows the link inside. */
	'close-link': NoAttributes
	'code-input': NoAttributes
	'cookie-bar': NoAttributes
	/** Copies `text`, which its button calls `label`. */
	'copy-button': { text: string; label: string }
	/**
	 * A clock to `until` (UTC ms) after the text `before`; `over` at the end. The button with the id `wakes` waits for
	 * it.
	 */
	'count-down': { until: number; over: string; before?: string | undefined; wakes?: string | undefined }
	/** Shows the page at the path `asks` as a dialog, where the form inside leads to it by its button `intent`. */
	'dialog-form': { asks: string; intent: string }
	/** Shows the page that the link inside leads to as a dialog. */
	'dialog-link': NoAttributes
	/** The part of a page that a dialog shows. */
	'dialog-page': NoAttributes
	'error-summary': NoAttributes
	/** Checks the form inside, whose schema is called `of`, field by field as they are left. */
	'form-checks': { of: 'register' | 'name' | 'phone' | 'password' | 'email' | 'coupon' | 'creative' }
	/** Reports a file that is too large or of a wrong type before it is sent. */
	'file-check': { 'max-bytes': number; 'size-message': string; 'type-message': string }
	/** Puts `src` in place of the image inside when that is broken. */
	'image-fallback': { src: string }
	/** Sends the form inside, says `message` when the line drops, and goes to `next` where the server leads on. */
	'network-check': { message: string; next: string }
	/** The keys of the back-office; the check box inside turns them off. */
	'page-keys': NoAttributes
	'password-reveal': NoAttributes
	/** Arrow keys and the line that names a cell; with `pinch` two fingers zoom. */
	'pixel-grid': { pinch?: boolean | undefined }
	/** A part of the page that React takes over in the browser. */
	'tool-island': { name: string; props: string }
	'toast-list': NoAttributes
	/** Leaves after `seconds`. */
	'toast-message': { seconds: number }
	/** Says `over` at a moment (UTC ms) instead of what is inside. */
	'turn-over': { at: number; over: string }
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
