/* In order of precedence: most browsers also claim to be their predecessors. */
const BROWSERS: [mark: RegExp, name: string][] = [
	[/\bEdgA?\/|\bEdgiOS\/|\bEdge\//, 'Edge'],
	[/\bOPR\/|\bOPT\/|\bOpera\b/, 'Opera'],
	[/\bSamsungBrowser\//, 'Samsung Internet'],
	[/\bVivaldi\//, 'Vivaldi'],
	[/\bFirefox\/|\bFxiOS\//, 'Firefox'],
	[/\bCriOS\/|\bChrome\/|\bChromium\/|\bHeadlessChrome\//, 'Chrome'],
	[/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
	[/\bMSIE |\bTrident\//, 'Internet Explorer'],
]

const SYSTEMS: [mark: RegExp, name: string][] = [
	[/\biPhone\b|\biPod\b/, 'iPhone'],
	[/\biPad\b/, 'iPad'],
	[/\bAndroid\b/, 'Android'],
	[/\bWindows\b/, 'Windows'],
	[/\bCrOS\b/, 'ChromeOS'],
	[/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
	[/\bLinux\b|\bX11\b/, 'Linux'],
]

const nameIn = (list: [RegExp, string][], userAgent: string) =>
	list.find(([mark]) => mark.test(userAgent))?.[1]

/**
 * Names a browser from its User-Agent header, e.g. 'Firefox on Windows'; 'Unknown browser' when it is not recognised.
 */
export function describeBrowser(userAgent: string | null): string {
	const browser = nameIn(BROWSERS, userAgent ?? '')
	const system = nameIn(SYSTEMS, userAgent ?? '')
	if (!browser && !system) return 'Unknown browser'
	return system ? `${browser ?? 'A browser'} on ${system}` : (browser ?? 'Unknown browser')
}
