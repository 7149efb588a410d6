import { certificatePath } from '~/domain/certificates/rules'

/** The certificate with this code; `href` where it is not its owner's to see. */
export function CertificateLink({ code, href = certificatePath(code) }: { code: string; href?: string }) {
	return (
		<a className="link inline-flex min-h-11 items-center" href={href}>
			Global Ownership Certificate {code} (PDF)
		</a>
	)
}
