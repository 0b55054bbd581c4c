import { chargeConformance } from './charge-conformance.ts';
import { CIELO_PIX_FAULTS, openCieloPix } from './cielo-pix-subject.ts';

chargeConformance('Pix through the connector for Cielo', openCieloPix, {
  credentials: true,
  wire: CIELO_PIX_FAULTS,
});
