import type { SubmissionResult } from '@conform-to/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { keepDrawings } from '~/server/kept-drawings.server'
import { type Carried, CarriedForm, usePageForm } from './carried'
import { InputField } from './field'
import { DrawContext } from './kept'
import { KeptForm } from './kept-form'

type Props = { city: string; lastResult: SubmissionResult | undefined }

let drawn = 0

function Fields({ city, lastResult }: Props) {
	drawn++
	const [, fields] = usePageForm<{ city: string }>({
		id: 'office',
		intent: 'office',
		lastResult,
		defaultValue: { city },
	})
	return <InputField field={fields.city} label="City" />
}

const draw = keepDrawings(() => 1)

function cityIn(city: string, { lastResult, carried }: { lastResult?: SubmissionResult; carried?: Carried }) {
	const page = renderToStaticMarkup(
		<DrawContext value={draw}>
			<CarriedForm carried={carried}>
				<KeptForm id="office" intent="office" of={Fields} props={{ city, lastResult }} />
			</CarriedForm>
		</DrawContext>,
	)
	return /<input[^>]* value="([^"]*)"/.exec(page)?.[1]
}

test('is drawn once for what is stored, and for itself where it shows what somebody typed', () => {
	const lastResult: SubmissionResult = { status: 'error', initialValue: { city: 'Hull' } }
	const carried: Carried = {
		fields: [
			['intent', 'office'],
			['city', 'York'],
		],
		hadFiles: false,
	}
	const stored = [cityIn('Bath', {}), cityIn('Bath', {})]
	expect({ stored, drawn }).toEqual({ stored: ['Bath', 'Bath'], drawn: 1 })
	const typed = [cityIn('Bath', { lastResult }), cityIn('Bath', { carried }), cityIn('Bath', { carried })]
	expect({ typed, drawn }).toEqual({ typed: ['Hull', 'York', 'York'], drawn: 4 })
	expect([cityIn('Bath', {}), cityIn('Ely', {}), drawn]).toEqual(['Bath', 'Ely', 5])
})
