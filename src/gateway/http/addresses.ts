import { hasUser, httpUrl, isReceiverUrl } from '../../platform/addresses/receiver-url.ts';

const MAX_POST_BACK_CHARACTERS = 300;
const MAX_RETURN_CHARACTERS = 500;

/** postBackUrl (docs/contract/decided.md 3). */
export function isPostBackUrl(text: string, production: boolean): boolean {
  return isReceiverUrl(text, { production, maxCharacters: MAX_POST_BACK_CHARACTERS });
}

/** returnUrl (docs/contract/decided.md 3): absolute http(s) without a user, https in production. */
export function isReturnUrl(text: string, production: boolean): boolean {
  const url = httpUrl(text, MAX_RETURN_CHARACTERS);
  if (!url || hasUser(url)) return false;
  return !production || url.protocol === 'https:';
}
