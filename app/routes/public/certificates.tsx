import { useForm } from '@conform-to/react'
import { data, redirect } from 'react-router'
import { normaliseCode } from '~/domain/certificates/code'
import { cellsByIds } from '~/domain/grid/layout'
import { Button } from '~/ui/button'
import { InputField } from '~/ui/forms/field'
import { Engraved } from '~/ui/grid/engraved'
import { pageMeta } from '~/ui/layout/page-meta'
import type { Route } from './+types/certificates'

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta(matches, {
		title: 'Check a certificate',
		description: 'Enter the code of a Global Ownership Certificate to see whether it is valid.',
		path: '/certificates',
	})

export async function loader({ request }: Route.LoaderArgs) {
	const typed = new URL(request.url).searchParams.get('code')
	if (typed === null) return { typed: '', problem: undefined }
	const code = normaliseCode(typed)
	if (code) throw redirect(`/certificates/${code}`)
	const problem =
		typed.trim() === ''
			? 'Please enter the code of a certificate'
			: 'This code is unknown. Please compare it with the paper: three groups of four letters and figures.'
	return data({ typed: typed.slice(0, LONGEST), problem }, { status: 422 })
}

/** Maximum length of the input: twelve characters, and spaces. */
const LONGEST = 40

export default function Certificates({ loaderData: { typed, problem } }: Route.ComponentProps) {
	const [form, { code }] = useForm<{ code: string }>({
		id: 'certificate',
		defaultValue: { code: typed },
		lastResult: problem ? { initialValue: { code: typed }, error: { code: [problem] } } : null,
		constraint: { code: { required: true } },
	})
	return (
		<Engraved cells={cellsByIds([536, 537, 576, 577, 616, 617])}>
			<p className="kicker">Global Ownership Certificate</p>
			<h1 className="text-2xl">Check a certificate</h1>
			<p className="max-w-text text-muted">
				Every certificate has a code of its own. Anybody who has the paper may see here whether it is valid.
			</p>
			<form id={form.id} className="form w-full max-w-text">
				<InputField
					field={code}
					label="Code of the certificate"
					help="Three groups of four letters and figures, for example 34CD-67FG-9HJK."
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					maxLength={LONGEST}
				/>
				<div className="actions">
					<Button>Check</Button>
				</div>
			</form>
		</Engraved>
	)
}
