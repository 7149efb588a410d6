import { certificatePath } from '~/domain/certificates/rules'

/** A link to the certificate with this code; `href` for readers other than its owner. */
export function CertificateLink({ code, href = certificatePath(code) }: { code: string; href?: string }) {
	return (
		<a className="link inline-flex min-h-11 items-center" href={href}>
			Global Ownership Certificate {code} (PDF)
		</a>
	)
}
