/*
 * Is a history of calls one that the specification permits (spec.h)? So it is if the calls have an order that contains
 * happens-before between them, and in which the specification returns what they returned: the history is linearizable.
 * J. M. Wing, C. Gong, Testing and verifying concurrent objects (JPDC 1993); states that were reached before are not
 * tried again: G. Lowe, Testing for linearizability (CPE 2017).
 */
#ifndef DRISTA_SPEC_JUDGE_H
#define DRISTA_SPEC_JUDGE_H

#include <drista/spec-core.h>

struct drista_call {
	const struct drista_operation *operation;
	long long arguments[DRISTA_SPEC_PARAMETERS];
	int thread;
	char text[DRISTA_SPEC_NAME + 60]; /* with its number: `1. push(1)` */
};

/* The calls: from[0] on those that main makes first, from[t] on those of thread t, from[threads + 1] on the last ones.
 */
struct drista_client {
	int count, threads;
	int from[DRISTA_SPEC_THREADS + 3];
	struct drista_call calls[DRISTA_SPEC_CALLS];
};

/* Reads one call. Returns where it ends; null: it is not one. */
DRISTA_SPEC_FUNCTION const char *drista_spec_read_call(const char *at, const char *end, struct drista_call *call)
{
	const char *open = at;
	while (open < end && *open != '(' && *open != ' ')
		open++;
	call->operation = drista_spec_find(at, (size_t)(open - at));
	if (!call->operation || open == end || *open != '(')
		return 0;
	at = open + 1;
	for (int i = 0; i < call->operation->parameters; i++) {
		char *after;
		call->arguments[i] = strtoll(at, &after, 10);
		if (after == at || after >= end || *after != (i + 1 < call->operation->parameters ? ',' : ')'))
			return 0;
		at = after + (*after == ',');
	}
	return at < end && *at == ')' ? at + 1 : 0;
}

/* Reads a client. Returns what is wrong with it; null: nothing. */
DRISTA_SPEC_FUNCTION const char *drista_spec_read_client(const char *at, size_t length, struct drista_client *client)
{
	const char *end = at + length;
	int phases = 0, thread = 0;
	for (const char *c = at; c < end; c++)
		phases += *c == ';';
	if (phases != 0 && phases != 2)
		return "a client has no semicolon or two: FIRST CALLS ; THREAD | THREAD ; LAST CALLS, some of which may be empty";
	memset(client, 0, sizeof *client);
	if (phases == 0)
		client->from[++thread] = 0;
	for (int phase = phases == 0; at < end; at++) {
		if (*at == ' ')
			continue;
		if (*at == '|' || *at == ';') {
			if (*at == ';')
				phase++;
			if (thread == DRISTA_SPEC_THREADS + 1)
				return "a client has at most 8 threads";
			client->from[++thread] = client->count;
			if (phase == 2 && *at == ';')
				client->threads = thread - 1;
			continue;
		}
		if (client->count == DRISTA_SPEC_CALLS)
			return "a client has at most 32 calls";
		struct drista_call *call = &client->calls[client->count++];
		const char *after = drista_spec_read_call(at, end, call);
		if (!after)
			return "this is not a call of an operation of the test, as push(1)";
		call->thread = phase == 1 ? thread : 0;
		snprintf(call->text, sizeof call->text, "%d. %.*s", client->count, (int)(after - at), at);
		at = after - 1;
	}
	if (phases == 0) {
		client->threads = thread;
		client->from[++thread] = client->count;
	}
	client->from[thread + 1] = client->count;
	return 0;
}

/* Asks for the next combination of choices. 0: there is none. */
DRISTA_SPEC_FUNCTION int drista_spec_next_choice(void)
{
	struct drista_question *q = &drista_spec_now;
	while (q->known && q->chosen[q->known - 1] + 1 >= q->of[q->known - 1])
		q->known--;
	if (!q->known)
		return 0;
	q->chosen[q->known - 1]++;
	return 1;
}

/* What the specification says of the call in the state, with the present choices. Returns the state after it. */
DRISTA_SPEC_FUNCTION void *drista_spec_ask(
	const struct drista_client *client, int i, const void *state, const unsigned *began, struct drista_text *result)
{
	struct drista_question *q = &drista_spec_now;
	const struct drista_call *call = &client->calls[i];
	q->call = i;
	q->thread = call->thread;
	q->began = began;
	q->waits = q->forbidden = q->unordered = q->at = 0;
	result->length = 0;
	result->text[0] = 0;
	void *next = drista_spec_test.state.copy(state);
	call->operation->specify(call->operation, next, call->arguments, result);
	return next;
}

/* States that were reached, each with the set of calls that were made. */
struct drista_point {
	unsigned made;
	void *state;
};

struct drista_seen {
	struct drista_point *points;
	size_t count, room;
};

/* Adds the point, whose state it takes over. 0: it was there. */
DRISTA_SPEC_FUNCTION int drista_spec_reach(struct drista_seen *seen, unsigned made, void *state)
{
	const struct drista_state_kind *kind = &drista_spec_test.state;
	for (size_t i = 0; kind->equal && i < seen->count; i++)
		if (seen->points[i].made == made && kind->equal(seen->points[i].state, state)) {
			kind->release(state);
			return 0;
		}
	if (seen->count == seen->room) {
		seen->room = seen->room ? 2 * seen->room : 64;
		seen->points = (struct drista_point *)realloc(seen->points, seen->room * sizeof *seen->points);
		if (!seen->points)
			drista_spec_fail("no memory is left", "");
	}
	seen->points[seen->count].made = made;
	seen->points[seen->count++].state = state;
	return 1;
}

/* Releases what was reached. */
DRISTA_SPEC_FUNCTION void drista_spec_forget(struct drista_seen *seen)
{
	for (size_t i = 0; i < seen->count; i++)
		drista_spec_test.state.release(seen->points[i].state);
	free(seen->points);
}

/* A history: bit j of before[i]: call j returned before call i began; bit j of began[i]: call i began before j
 * returned.
 */
struct drista_history {
	struct drista_client client;
	unsigned before[DRISTA_SPEC_CALLS], began[DRISTA_SPEC_CALLS];
	const char *results[DRISTA_SPEC_CALLS];
	/* The longest order of calls that the specification permits. */
	int best, order[DRISTA_SPEC_CALLS];
	/* Of each call that may be next then: what the specification says of it. */
	char said[DRISTA_SPEC_CALLS][DRISTA_SPEC_LENGTH + 40];
};

/* Notes what the specification says of call i, which would return `result`. */
DRISTA_SPEC_FUNCTION void drista_spec_say(struct drista_history *h, int i, const char *result)
{
	const struct drista_question *q = &drista_spec_now;
	char *said = h->said[i];
	size_t used = strlen(said), room = sizeof h->said[i] - used;
	char after[24];
	snprintf(after, sizeof after, "after%d", q->unordered - 1);
	const char *what = q->forbidden ? "forbidden" : q->waits ? "waits" : 0;
	if (!what && drista_text_same(result, h->results[i]) && q->unordered)
		what = after;
	int length = snprintf(said + used, room, "%s%s%s", used ? " " : "", what ? what : "=", what ? "" : result);
	for (int c = used != 0; c < length && said[used + (size_t)c]; c++)
		if (said[used + (size_t)c] == ' ')
			said[used + (size_t)c] = '_'; /* a space ends the answer */
}

/* Tries all orders of the calls that are left. `order`: those that were made. */
DRISTA_SPEC_FUNCTION int drista_spec_search(
	struct drista_history *h, struct drista_seen *seen, const void *state, int *order, int length)
{
	int count = h->client.count;
	unsigned made = 0;
	for (int i = 0; i < length; i++)
		made |= 1u << order[i];
	if (length == count)
		return 1;
	int isBest = length > h->best;
	if (isBest) {
		h->best = length;
		memcpy(h->order, order, (size_t)length * sizeof *order);
		memset(h->said, 0, sizeof h->said);
	}
	for (int i = 0; i < count; i++) {
		if (made >> i & 1 || h->before[i] & ~made)
			continue;
		struct drista_question saved;
		drista_spec_now.known = 0;
		do {
			struct drista_text result;
			void *next = drista_spec_ask(&h->client, i, state, h->began, &result);
			saved = drista_spec_now;
			int fits = !saved.waits && !saved.forbidden && !saved.unordered &&
				   drista_text_same(result.text, h->results[i]);
			if (isBest && !fits && h->best == length)
				drista_spec_say(h, i, result.text);
			order[length] = i;
			if (!fits)
				drista_spec_test.state.release(next);
			else if (drista_spec_reach(seen, made | 1u << i, next)) {
				if (drista_spec_search(h, seen, next, order, length + 1))
					return 1;
			}
			drista_spec_now = saved;
		} while (drista_spec_next_choice());
	}
	return 0;
}

/* Decodes %XX in place. */
DRISTA_SPEC_FUNCTION void drista_spec_decode(char *text)
{
	char *to = text;
	for (; *text; to++, text++) {
		*to = *text;
		if (*text != '%')
			continue;
		char digits[3] = {text[1], text[2], 0};
		*to = (char)strtol(digits, 0, 16);
		text += 2;
	}
	*to = 0;
}

/*
 * A question: client TAB results, each after a space TAB before TAB began. The last two have a 0 or 1 for each pair of
 * calls. Answers `yes`, or the longest order of calls that the specification permits, and what it says of those that
 * may be next: `no 2 0 ; 1 =none ; 3 after0`.
 */
DRISTA_SPEC_FUNCTION const char *drista_spec_judge_history(char *line)
{
	static struct drista_history h;
	char *parts[4] = {line, 0, 0, 0};
	for (int i = 1; i < 4; i++) {
		char *tab = strchr(parts[i - 1], '\t');
		if (!tab)
			return "this is not a history";
		*tab = 0;
		parts[i] = tab + 1;
	}
	memset(&h, 0, sizeof h);
	h.best = -1;
	const char *wrong = drista_spec_read_client(parts[0], strlen(parts[0]), &h.client);
	if (wrong)
		return wrong;
	int count = h.client.count;
	char *at = parts[1];
	for (int i = 0; i < count; i++) {
		if (*at != ' ')
			return "a result is missing";
		*at++ = 0;
		h.results[i] = at;
		at += strcspn(at, " ");
	}
	for (int i = 0; i < count; i++)
		drista_spec_decode((char *)(size_t)h.results[i]);
	if (strlen(parts[2]) != (size_t)(count * count) || strlen(parts[3]) != (size_t)(count * count))
		return "an order is missing";
	for (int i = 0; i < count; i++)
		for (int j = 0; j < count; j++) {
			h.before[j] |= (unsigned)(parts[2][i * count + j] == '1') << i;
			h.began[i] |= (unsigned)(parts[3][i * count + j] == '1') << j;
			h.began[i] |= (unsigned)(drista_spec_test.unsynchronised != 0) << j;
		}
	struct drista_seen seen = {0, 0, 0};
	int order[DRISTA_SPEC_CALLS];
	void *begin = drista_spec_test.state.make();
	int is = drista_spec_search(&h, &seen, begin, order, 0);
	drista_spec_test.state.release(begin);
	drista_spec_forget(&seen);
	printf(is ? "yes\n" : "no");
	if (is)
		return 0;
	for (int i = 0; i < h.best; i++)
		printf(" %d", h.order[i]);
	for (int i = 0; i < count; i++)
		if (h.said[i][0])
			printf(" ; %d %s", i, h.said[i]);
	printf("\n");
	return 0;
}

/* Does each order of the client's calls come to its end? Reached states are those of `seen`. */
DRISTA_SPEC_FUNCTION const char *drista_spec_explore(
	const struct drista_client *c, struct drista_seen *seen, const void *state, const int *next, unsigned made)
{
	int left = 0, goes = 0, isMain = next[0] < c->from[1], isLast = 1;
	for (int t = 1; t <= c->threads; t++)
		isLast &= next[t] == c->from[t + 1];
	for (int t = 0; t <= c->threads + 1; t++) {
		int mayGo = t == 0 ? isMain : t <= c->threads ? !isMain : isLast && !isMain;
		if (next[t] == c->from[t + 1] || !mayGo)
			continue;
		left = 1;
		drista_spec_now.known = 0;
		do {
			struct drista_text result, again;
			void *after = drista_spec_ask(c, next[t], state, 0, &result);
			struct drista_question saved = drista_spec_now;
			drista_spec_test.state.release(drista_spec_ask(c, next[t], state, 0, &again));
			if (strcmp(result.text, again.text))
				return "the specification returns different results in equal states; if it permits several, let "
				       "drista_spec_choose choose";
			drista_spec_now = saved;
			if (saved.forbidden) {
				drista_spec_test.state.release(after);
				return "forbidden";
			}
			if (saved.waits) {
				drista_spec_test.state.release(after);
			} else {
				goes = 1;
				unsigned then = made | 1u << next[t];
				if (drista_spec_reach(seen, then, after)) {
					int positions[DRISTA_SPEC_THREADS + 2];
					memcpy(positions, next, sizeof positions);
					positions[t]++;
					const char *wrong = drista_spec_explore(c, seen, after, positions, then);
					if (wrong)
						return wrong;
				}
			}
			drista_spec_now = saved;
		} while (drista_spec_next_choice());
	}
	return left && !goes ? "waits" : 0;
}

/* A question: a client. Answers `yes`, or why it is no client of the test: `waits`: for ever; `forbidden`. */
DRISTA_SPEC_FUNCTION const char *drista_spec_judge_client(char *line)
{
	static struct drista_client client;
	const char *wrong = drista_spec_read_client(line, strlen(line), &client);
	if (wrong)
		return wrong;
	struct drista_seen seen = {0, 0, 0};
	void *begin = drista_spec_test.state.make();
	int next[DRISTA_SPEC_THREADS + 2];
	for (int t = 0; t <= client.threads + 1; t++)
		next[t] = client.from[t];
	const char *why = drista_spec_explore(&client, &seen, begin, next, 0);
	drista_spec_test.state.release(begin);
	drista_spec_forget(&seen);
	if (why && strlen(why) > 10)
		return why;
	printf("%s\n", why ? why : "yes");
	return 0;
}

/*
 * Answers each argument of the program with a line; null: there are no more. (Where a program reads files, drista does
 * not know the states of its threads.) `answer` returns what is wrong; null: nothing.
 */
DRISTA_SPEC_FUNCTION int drista_spec_answer_all(char **arguments, const char *(*answer)(char *question))
{
	for (; *arguments; arguments++) {
		const char *wrong = answer(*arguments);
		if (wrong)
			drista_spec_fail(wrong, "");
	}
	return 0;
}

#endif
