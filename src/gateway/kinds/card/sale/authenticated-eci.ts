/** Authenticated, and attempted where the issuer could not. */
const OF_MASTERCARD = ['2', '1'];
const OF_OTHERS = ['5', '6'];

/** Whether an ECI, as one digit, says that the buyer was authenticated: each brand has digits of its own. */
export function isAuthenticatedBy(eci: string, brand: string | undefined): boolean {
  if (brand === undefined) return [...OF_MASTERCARD, ...OF_OTHERS].includes(eci);
  return (brand === 'MASTERCARD' ? OF_MASTERCARD : OF_OTHERS).includes(eci);
}
