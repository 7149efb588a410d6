import { brand } from '~/ui/brand'

export default function Home() {
	return (
		<div className="wrap py-16">
			<h1 className="text-2xl">{brand.name}</h1>
		</div>
	)
}
