/* Parses addresses of the form s3://bucket?endpoint=...&region=... Plain JavaScript, because scripts run it without a
   build. */

/** @import { S3Place } from './storage.server' */
/**
 * @typedef {Partial<Record<'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_REGION', string | undefined>>} S3Variables
 */

const BUCKET = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i
const PARAMETERS = ['endpoint', 'region']

/**
 * Parses the location of an S3 store and the credentials for the bucket.
 * @param {string} address
 * @param {S3Variables} variables
 * @param {string} name how error messages call the address: a variable, or an option of a script
 * @returns {S3Place}
 * @throws Error with a sentence that names what is wrong or missing
 */
export function readS3Location(address, variables, name = 'The environment variable STORAGE_URL') {
	const wrong = (/** @type {string} */ why) => new Error(`${name} is wrong: ${why}.`)
	if (!URL.canParse(address)) throw wrong('it must look like s3://bucket?endpoint=https://s3.example')
	const { hostname: bucket, pathname, username, password, port, searchParams } = new URL(address)
	if (username || password)
		throw wrong('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are variables of their own')
	if (!BUCKET.test(bucket) || port) throw wrong('after s3:// comes the name of a bucket')
	if (!/^\/?$/.test(pathname)) throw wrong('after the bucket comes no path')
	const unknown = [...searchParams.keys()].find(key => !PARAMETERS.includes(key))
	if (unknown !== undefined) throw wrong(`it may have endpoint and region, not ${unknown}`)
	const region = searchParams.get('region') || variables.S3_REGION?.trim() || 'us-east-1'
	const endpoint = searchParams.get('endpoint') || `https://s3.${region}.amazonaws.com`
	if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(endpoint) || !URL.canParse(endpoint)) {
		throw wrong('endpoint must be an http: or https: address')
	}
	return {
		kind: 's3',
		bucket,
		region,
		endpoint: endpoint.replace(/\/+$/, ''),
		accessKeyId: required('S3_ACCESS_KEY_ID', variables),
		secretAccessKey: required('S3_SECRET_ACCESS_KEY', variables),
	}
}

/** @param {'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'} name @param {S3Variables} variables */
function required(name, variables) {
	const value = variables[name]?.trim()
	if (!value) throw new Error(`The environment variable ${name} is missing; files in S3 require it.`)
	return value
}
