/* Messages of the settings pages about one's own account. */

export const PROFILE_TEXT = {
	nameMissing: 'Please enter both first and last name',
	nameFailed: 'Failed to update name',
	nameUpdated: 'Name updated successfully',
	passwordMissing: 'Please fill in all password fields',
	passwordDiffers: 'New password and confirm password do not match',
	passwordFailed: 'Failed to update password',
	passwordUpdated: 'Password updated successfully',
	googleNote: 'You are signed in with Google. Email cannot be updated.',
	googleEmail: 'Google account users cannot update their email',
	emailMissing: 'Please enter new email address',
	emailInvalid: 'Please enter a valid email address',
	emailFailed: 'Failed to update email',
	emailUpdated: 'Email updated successfully',
	phoneFailed: 'Failed to update phone number',
	phoneUpdated: 'Phone number updated successfully',
	phoneRemoved: 'Phone number removed',
	photoType: 'Please upload a valid image file (JPEG, PNG)',
	photoSize: 'Image size should be less than 5MB',
	photoNetwork: 'Network error. Please check your connection.',
	photoTooLarge: 'Image file is too large. Please choose a smaller file.',
	photoWrongType: 'Invalid file type. Please choose a JPEG or PNG file.',
	photoFailed: 'Failed to upload image',
	photoUpdated: 'Profile photo updated successfully',
	photoDeleted: 'Profile photo deleted',
} as const

/**
 * Splits a full name into the two fields of a form: the last word is the last name. A single word is the first name.
 */
export function splitName(fullName: string): { firstName: string; lastName: string } {
	const at = fullName.lastIndexOf(' ')
	if (at < 0) return { firstName: fullName, lastName: '' }
	return { firstName: fullName.slice(0, at), lastName: fullName.slice(at + 1) }
}
