export default function Home() {
	return <main>MCXI</main>
}
