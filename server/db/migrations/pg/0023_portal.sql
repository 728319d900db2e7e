CREATE TABLE "share" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"hash" text NOT NULL,
	"patid" text NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"second_step" text NOT NULL,
	"is_once" boolean NOT NULL,
	"sealed" "bytea" NOT NULL,
	"code_hash" text,
	"tries_left" integer NOT NULL,
	"reset_hash" text,
	"reset_until" bigint,
	"created_at" bigint NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"opened_at" bigint,
	"done_at" bigint,
	"mailed_at" bigint,
	"wished_at" bigint,
	"ended_at" bigint,
	"ended_by" text,
	"renewed_by" text
);
--> statement-breakpoint
CREATE TABLE "share_code" (
	"share" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"hash" text NOT NULL,
	"channel" text NOT NULL,
	"sent_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"sent" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_event" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"share" text,
	"at" bigint NOT NULL,
	"what" text NOT NULL,
	"item" text
);
--> statement-breakpoint
CREATE TABLE "share_item" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"share" text NOT NULL,
	"n" integer NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"role" text,
	"title" text NOT NULL,
	"done_at" bigint,
	"result_id" text
);
--> statement-breakpoint
CREATE TABLE "share_session" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"share" text NOT NULL,
	"is_open" boolean NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL,
	"ends_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "share_hash" ON "share" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "share_cid" ON "share" USING btree ("cid","created_at");--> statement-breakpoint
CREATE INDEX "share_patid" ON "share" USING btree ("cid","patid");--> statement-breakpoint
CREATE INDEX "share_event_share" ON "share_event" USING btree ("cid","share","at");--> statement-breakpoint
CREATE INDEX "share_event_what" ON "share_event" USING btree ("cid","what","at");--> statement-breakpoint
CREATE INDEX "share_item_share" ON "share_item" USING btree ("cid","share","n");--> statement-breakpoint
CREATE INDEX "share_session_share" ON "share_session" USING btree ("cid","share");--> statement-breakpoint
CREATE INDEX "share_session_ends" ON "share_session" USING btree ("ends_at");