import type { ComponentProps } from 'react'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

type Look = { variant?: ButtonVariant | undefined; wide?: boolean | undefined }

function look({ variant = 'primary', wide }: Look, className?: string) {
	return `btn btn-${variant}${wide ? ' w-full' : ''}${className ? ` ${className}` : ''}`
}

/** A submit button unless told otherwise. Primary is gold: at most one on a page. */
export function Button({
	variant,
	wide,
	className,
	type = 'submit',
	...rest
}: ComponentProps<'button'> & Look) {
	return <button {...rest} type={type} className={look({ variant, wide }, className)} />
}

/** A link that looks like a button: it goes somewhere, it does nothing. */
export function ButtonLink({ variant, wide, className, ...rest }: ComponentProps<'a'> & Look) {
	return <a {...rest} className={look({ variant, wide }, className)} />
}
