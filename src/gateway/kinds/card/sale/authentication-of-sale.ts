import type { AuthenticationProof, AuthenticationRequest, Capabilities } from '../../../providers/index.ts';
import { Authenticate } from '../payment.ts';
import { refuseCard } from '../refusals.ts';
import { isAuthenticatedBy } from './authenticated-eci.ts';
import type { Card, CardSale } from './card-sale.ts';

/** Of an authentication that was made elsewhere, where this sale is to be authenticated and its acquirer takes one. */
export function proofOf(
  { order, proof }: CardSale,
  { brand }: Card,
  { externalProof = false }: Capabilities,
): AuthenticationProof | undefined {
  const { authenticate } = order.payment;
  if (authenticate === Authenticate.never || !proof || !externalProof) return undefined;
  if (authenticate === Authenticate.always && proof.dataOnly) {
    throw refuseCard('authentication_data_only', { field: 'payment.card.authentication.dataOnly' });
  }
  const isRequired = authenticate === Authenticate.always;
  if (isRequired && !isAuthenticatedBy(proof.eci, brand)) {
    throw refuseCard('authentication_not_made', { field: 'payment.card.authentication.eci' });
  }
  return { ...proof, isRequired };
}

/**
 * Undefined for a sale without authentication: an optional one when the acquirer has no 3-D Secure or no
 * browser data was sent. Throws three_d_secure_unavailable, and the refusal of a browser field.
 */
export function authenticationOf(
  { order, buyer }: CardSale,
  { threeDSecure }: Capabilities,
  backUrl: () => string,
): AuthenticationRequest | undefined {
  const { authenticate } = order.payment;
  if (authenticate === Authenticate.never) return undefined;
  if (authenticate === Authenticate.ifPossible && (threeDSecure === 'none' || buyer.kind === 'none'))
    return undefined;
  if (threeDSecure === 'none') {
    throw refuseCard('three_d_secure_unavailable', { field: 'payment.card.provider' });
  }
  if (buyer.kind === 'none') throw refuseCard('user_agent_required', { field: 'userAgent' });
  if (buyer.kind === 'incomplete') throw buyer.refusal;
  const url = backUrl();
  return {
    onFailure: authenticate === Authenticate.always ? 'decline' : 'continue',
    device: buyer.device,
    successUrl: url,
    failureUrl: url,
  };
}
