import { conformance } from './conformance.ts';
import { openSimulator } from './simulator-subject.ts';

conformance('the simulated acquirer', openSimulator);
