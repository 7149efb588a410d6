import type { ImageForm } from '~/domain/creatives/image-form.server'
import type { ImageEditorProps } from '~/tools/image-editor/image-editor'
import { type FieldMeta, plainField } from '../forms/field'

const NAMES = ['rotation', 'fit', 'position', 'zoom'] as const

type About = Pick<ImageEditorProps, 'cells' | 'label' | 'fileName' | 'preview' | 'clearHref'>

/**
 * Returns the props of the image editor in a form. `fields`: by name, conform's if there are any; only serialisable
 * properties are kept.
 */
export function editorProps(
	{ picture, rotation, framing, around }: ImageForm,
	about: About,
	fields?: Readonly<Record<(typeof NAMES)[number], FieldMeta>>,
): ImageEditorProps {
	const metas = NAMES.map(name => {
		const { id, name: sent, errorId, descriptionId, errors } = fields?.[name] ?? plainField(name)
		return [name, { id, name: sent, errorId, descriptionId, errors }] as const
	})
	const byName = Object.fromEntries(metas) as ImageEditorProps['fields']
	return { ...about, picture, rotation, framing, around, fields: byName }
}
