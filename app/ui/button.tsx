import type { ComponentProps } from 'react'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

type ButtonStyle = { variant?: ButtonVariant | undefined; wide?: boolean | undefined }

function buttonClass({ variant = 'primary', wide }: ButtonStyle, className?: string) {
	return `btn btn-${variant}${wide ? ' w-full' : ''}${className ? ` ${className}` : ''}`
}

/**
 * A submit button unless told otherwise. The space after it is for browsers without style sheets: buttons stand beside
 * each other. Primary is gold: at most one on a page. `busy` takes the place of its words while the form is on its way.
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

/** A link that looks like a button: it goes somewhere, it does nothing. */
export function ButtonLink({ variant, wide, className, ...rest }: ComponentProps<'a'> & ButtonStyle) {
	return (
		<>
			<a {...rest} className={buttonClass({ variant, wide }, className)} />{' '}
		</>
	)
}

/** A {@link ButtonLink} to a page that reads as a dialog, which scripts show over this one. */
export function DialogLink(props: ComponentProps<typeof ButtonLink>) {
	return (
		<dialog-link>
			<ButtonLink {...props} />
		</dialog-link>
	)
}
