import type { ComponentProps } from 'react'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

type ButtonStyle = { variant?: ButtonVariant | undefined; wide?: boolean | undefined }

function buttonClass({ variant = 'primary', wide }: ButtonStyle, className?: string) {
	return `btn btn-${variant}${wide ? ' w-full' : ''}${className ? ` ${className}` : ''}`
}

/**
 * A button, of type submit by default. The space after it separates buttons in browsers without style sheets. Primary
 * is gold: at most one per page. `busy`: the label while the form is being sent.
 */
export function Button({
	variant,
	wide,
	className,
	type = 'submit',
	busy,
	children,
	...rest
}: ComponentProps<'button'> & ButtonStyle & { busy?: string | undefined }) {
	return (
		<>
			<button {...rest} type={type} className={buttonClass({ variant, wide }, className)}>
				{type === 'submit' ? <busy-label words={busy}>{children}</busy-label> : children}
			</button>{' '}
		</>
	)
}

/** A link that looks like a button. */
export function ButtonLink({ variant, wide, className, ...rest }: ComponentProps<'a'> & ButtonStyle) {
	return (
		<>
			<a {...rest} className={buttonClass({ variant, wide }, className)} />{' '}
		</>
	)
}

/** A {@link ButtonLink} to a page that reads as a dialog; scripts open it in a dialog over this page. */
export function DialogLink(props: ComponentProps<typeof ButtonLink>) {
	return (
		<dialog-link>
			<ButtonLink {...props} />
		</dialog-link>
	)
}

/** A button that copies a text to the clipboard. Only scripts render it; the text itself is next to it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
	return <copy-button className="no-print" text={text} label={label} />
}
