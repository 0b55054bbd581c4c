import { openCielo } from './cielo-subject.ts';
import { conformance } from './conformance.ts';

conformance('the connector for Cielo', openCielo);
