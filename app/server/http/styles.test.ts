import { describe, expect, test } from 'vitest'
import { policyHash, stylePicker } from './styles.server'

const used = (css: string, html: string) => stylePicker(css)(html).css.toString()
const element = (classes: string) => `<p id="x" class="${classes}">class="not-this"</p>`

describe('the style picker keeps a rule if and only if the page has all its classes and elements', () => {
	test.each([
		['.a{color:red}', 'a', '.a{color:red}'],
		['.a{color:red}', 'b', ''],
		['.a{color:red}', 'ab a-b', ''],
		['.a .b{color:red}', 'a', ''],
		['.a .b{color:red}', 'a b', '.a .b{color:red}'],
		['.a.b{color:red}', 'b', ''],
		['.a,.b{color:red}', 'b', '.b{color:red}'],
		['.a:hover,.b>p+p{color:red}', 'a', '.a:hover{color:red}'],
		['p,[data-x="1"]{color:red}', '', 'p,[data-x="1"]{color:red}'],
		['.a:not(.b){color:red}', 'a', '.a:not(.b){color:red}'],
		['.a:is(.b,.c) .d{color:red}', 'a d', '.a:is(.b,.c) .d{color:red}'],
		['p:has(>.a:not(.b:is(.c))){color:red}', '', 'p:has(>.a:not(.b:is(.c))){color:red}'],
		[String.raw`.lg\:p-1\.5{color:red}`, 'lg:p-1.5', String.raw`.lg\:p-1\.5{color:red}`],
		[
			String.raw`.w-\[calc\(1px\+2px\)\]{color:red}`,
			'w-[calc(1px+2px)]',
			String.raw`.w-\[calc\(1px\+2px\)\]{color:red}`,
		],
		[String.raw`.w-\[calc\(1px\+2px\)\]{color:red}`, 'w-[calc', ''],
		[String.raw`.\32xl{color:red}`, '2xl', String.raw`.\32xl{color:red}`],
		[String.raw`.\[\&\>p\]\:a>p{color:red}`, '[&amp;&gt;p]:a', String.raw`.\[\&\>p\]\:a>p{color:red}`],
		['.a{color:red;&:hover{color:blue}}', 'a', '.a{color:red;&:hover{color:blue}}'],
		['/* why */.a{color:red}', 'a', '.a{color:red}'],
		['p{color:red}ul,ol>li{color:red}', '', 'p{color:red}'],
		['p.a{color:red}h1.a{color:red}', 'a', 'p.a{color:red}'],
		['.a>h1{color:red}.a~p:hover{color:red}', 'a', '.a~p:hover{color:red}'],
		['*,:root,[hidden]{color:red}', '', '*,:root,[hidden]{color:red}'],
		['::placeholder,::before{color:red}', '', '::before{color:red}'],
		[String.raw`.a\.p{color:red}`, 'a.p', String.raw`.a\.p{color:red}`],
		['.größe{color:red}', 'größe', '.größe{color:red}'],
		['.größe{color:red}', 'gr', ''],
	])('such as %s with the classes "%s"', (css, classes, expected) => {
		expect(used(css, element(classes))).toBe(expected)
	})

	test('counts classes of different elements on several lines', () => {
		expect(used('.a .b .c{color:red}', '<p class="a"></p><p\n\tclass="b\n\tc"></p>')).toBe(
			'.a .b .c{color:red}',
		)
	})

	test('includes the rules for the parts of fields', () => {
		expect(used('::placeholder{color:red}', '<textarea></textarea>')).toBe('::placeholder{color:red}')
	})

	test('includes no rules for hidden fields', () => {
		const css = 'input,::placeholder{color:red}'
		expect(used(css, '<input type="hidden" name="a"/>')).toBe('')
		expect(used(css, '<input type="hidden" name="a"/><input name="b"/>')).toBe(css)
	})
	test('includes the rules for the elements of grid cells', () => {
		const css = 'input{top:0}span{top:0}a{top:0}'
		expect(used(css, '<span data-cell="1"></span><input data-cell="2"/>')).toBe('input{top:0}span{top:0}')
		expect(used(css, '<a data-cell="1"></a><span data-cell="2"></span>')).toBe('span{top:0}a{top:0}')
	})

	test('does not take text and other attributes as classes', () => {
		expect(used('.not-this,.also{color:red}', '<p data-class="also">class="not-this"</p>')).toBe('')
	})
})

describe('everything that is not a rule', () => {
	test('keeps fonts, variables, key frames and layer order in place', () => {
		const css =
			'@layer a,b;@font-face{font-family:"F";src:url(f.woff2)}@property --x{syntax:"*";inherits:false}@keyframes k{0%{top:0}.5%{top:1px}}'
		expect(used(css, '')).toBe(css)
	})

	test('keeps groups with their remaining rules, and drops empty ones', () => {
		const css =
			'@layer a{@media (width>=1px){.a{color:red}.b{color:blue}}}@supports (display:grid){.b{color:red}}@media print{p{color:#000}}'
		expect(used(css, element('a'))).toBe(
			'@layer a{@media (width>=1px){.a{color:red}}}@media print{p{color:#000}}',
		)
	})
})

test('one picker serves pages with different classes in any order', () => {
	const pick = stylePicker('.a{top:0}p{top:0}')
	const pages = [element('a'), element('b'), '<ul class="a"></ul>', '<b class="c a"></b><p></p>']
	expect([...pages, ...pages].map(page => pick(page).css.toString())).toEqual(
		[1, 2].flatMap(() => ['.a{top:0}p{top:0}', 'p{top:0}', '.a{top:0}', '.a{top:0}p{top:0}']),
	)
})

test('computes the same hash as browsers', () => {
	const { css, hash } = stylePicker('p{color:red}')('<p></p>')
	expect(hash).toBe(policyHash(css.toString()))
	expect(policyHash('p{color:red}')).toBe("'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='")
})
