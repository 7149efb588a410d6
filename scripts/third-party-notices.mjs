/* Collects the licences of the packages and fonts that the site sends to browsers. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const NOTICES = 'third-party-notices.txt'

const FONTS = 'app/fonts'
/* The rules of this package are inlined in the styles, which name no module. */
const STYLES = 'node_modules/tailwindcss'
const LICENCE = /^(licen[cs]e|copying|notice)/i

/**
 * The directory of the package that a module of the bundle belongs to; undefined for our own.
 * @param {string} moduleId
 */
function findPackage(moduleId) {
	const file = moduleId.replace(/^\0/, '').replace(/\?.*$/, '')
	return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
}

/** @param {string} directory */
function readNotice(directory) {
	const about = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'))
	const files = readdirSync(directory).filter(name => LICENCE.test(name))
	if (files.length === 0 && !about.license) throw new Error(`${directory} does not say how it is licensed`)
	const texts = files.map(name => readFileSync(path.join(directory, name), 'utf8').trim())
	return { title: `${about.name} ${about.version} (${about.license})`, text: texts.join('\n\n') }
}

function fontNotices() {
	const files = readdirSync(FONTS).filter(name => name.endsWith('.OFL.txt'))
	return files.map(name => ({
		title: `Font ${name.replace(/\.OFL\.txt$/, '')} (OFL-1.1)`,
		text: readFileSync(path.join(FONTS, name), 'utf8').trim(),
	}))
}

/** Returns the text of the notices. @param {Iterable<string>} moduleIds of all modules in the scripts */
function noticesFor(moduleIds) {
	const directories = new Set(Array.from(moduleIds).flatMap(id => findPackage(id) ?? []))
	const packages = [...directories].sort().concat(STYLES).map(readNotice)
	const line = '-'.repeat(72)
	const parts = [...packages, ...fontNotices()].map(
		({ title, text }) => `${line}\n${title}\n${line}\n\n${text}`,
	)
	return `This site uses the work of others, under the licences that follow.\n\n${parts.join('\n\n')}\n`
}

/** Writes the notices next to the scripts of the build. @returns {import('vite').Plugin} */
export function thirdPartyNotices() {
	return {
		name: 'third-party-notices',
		apply: 'build',
		applyToEnvironment: environment => environment.name === 'client',
		generateBundle(_options, bundle) {
			const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
			const source = noticesFor(chunks.flatMap(chunk => chunk.moduleIds))
			this.emitFile({ type: 'asset', fileName: NOTICES, source })
		},
	}
}
