import type { ComponentProps } from 'react'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

type Look = { variant?: ButtonVariant | undefined; wide?: boolean | undefined }

function look({ variant = 'primary', wide }: Look, className?: string) {
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
}: ComponentProps<'button'> & Look & { busy?: string | undefined }) {
	return (
		<>
			<button {...rest} type={type} className={look({ variant, wide }, className)}>
				{type === 'submit' ? <busy-label words={busy}>{children}</busy-label> : children}
			</button>{' '}
		</>
	)
}

/** A link that looks like a button: it goes somewhere, it does nothing. */
export function ButtonLink({ variant, wide, className, ...rest }: ComponentProps<'a'> & Look) {
	return (
		<>
			<a {...rest} className={look({ variant, wide }, className)} />{' '}
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
