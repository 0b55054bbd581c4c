/** Fields that Rede returns for a sale and that the issuer engine's book does not have. Times in epoch ms. */
export interface ChargeDetails {
  readonly pv: string;
  readonly installments: number;
  readonly cardholderName: string | undefined;
  readonly softDescriptor: string | undefined;
  readonly subscription: boolean;
  /** ECI of an authentication that the merchant made elsewhere. */
  readonly externalEci?: number;
  readonly capturedAt?: number;
  /** When an uncaptured sale was released. */
  readonly releasedAt?: number;
}
