import { define, TypedElement } from '../typed-element'

/** Takes the focus when the page opens: browsers do it for `autofocus` alone, and not in what arrives later. */
class ErrorSummary extends TypedElement<'error-summary'> {
	connectedCallback() {
		if (this.autofocus) this.focus()
	}
}

define('error-summary', ErrorSummary)
