import { conformance } from './conformance.ts';
import { openRede } from './rede-subject.ts';

conformance('the connector for Rede', openRede);
