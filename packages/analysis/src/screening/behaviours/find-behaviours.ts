import type { BehaviourFinding, BehaviourSubject } from '@trailmark/core/screening/behaviour';
import { BEHAVIOURS } from './catalogue.ts';

/**
 * What the patterns find in the payments of a subject, in the order of the catalogue. Nothing of a service: its payments are
 * those of its customers.
 */
export function findBehaviours(subject: BehaviourSubject): BehaviourFinding[] {
  return BEHAVIOURS.flatMap((behaviour) => behaviour.find(subject) ?? []);
}
