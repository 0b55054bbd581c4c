/**
 * The address of a seller's receiver as it was meant: deployed clients send `minhaloja.com.br/retorno`, and `https://` is
 * assumed. What looks like no host stays as it is, to be refused.
 */
export function withScheme(sent: string): string {
  const address = sent.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return address;
  const bare = address.replace(/^\/\//, '');
  return /^(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}(?::\d{1,5})?(?:[/?#]|$)/u.test(bare)
    ? `https://${bare}`
    : address;
}
