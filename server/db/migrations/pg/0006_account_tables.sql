CREATE TABLE "access_grant" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"reason" text NOT NULL,
	"ticket" text NOT NULL,
	"may_write" boolean NOT NULL,
	"is_nameless" boolean NOT NULL,
	"patids" jsonb,
	"code_hash" text,
	"tries" integer NOT NULL,
	"asked_at" bigint NOT NULL,
	"approved_at" bigint,
	"approved_by" text,
	"expires_at" bigint,
	"ended_at" bigint,
	"reviewed_at" bigint,
	"reviewed_by" text
);
--> statement-breakpoint
CREATE TABLE "api_token" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"tail" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"last_used_at" bigint,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"cid" text NOT NULL,
	"day" text NOT NULL,
	"seq" integer NOT NULL,
	"hash" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "audit_head_cid_day_pk" PRIMARY KEY("cid","day")
);
--> statement-breakpoint
CREATE TABLE "image" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"sha256" text NOT NULL,
	"mime" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size" integer NOT NULL,
	"purpose" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_device" (
	"hash" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"agent" text NOT NULL,
	"created_at" bigint NOT NULL,
	"factor_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_step" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"user_id" text,
	"long_login" boolean NOT NULL,
	"code_hash" text,
	"challenge" text,
	"tries" integer NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"key" text NOT NULL,
	"template" text NOT NULL,
	"language" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"state" text NOT NULL,
	"error" text,
	"message_id" text,
	"created_at" bigint NOT NULL,
	"sent_at" bigint,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_suppression" (
	"cid" text NOT NULL,
	"hash" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"at" bigint NOT NULL,
	"nonce" text NOT NULL,
	CONSTRAINT "mail_suppression_cid_hash_pk" PRIMARY KEY("cid","hash")
);
--> statement-breakpoint
CREATE TABLE "news_read" (
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"news_id" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "news_read_user_id_news_id_pk" PRIMARY KEY("user_id","news_id")
);
--> statement-breakpoint
CREATE TABLE "one_time_link" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"user_id" text,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb,
	"name" text NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	"cloned_at" bigint
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "terms_acceptance" (
	"cid" text NOT NULL,
	"version" text NOT NULL,
	"sha256" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "terms_acceptance_cid_version_pk" PRIMARY KEY("cid","version")
);
--> statement-breakpoint
CREATE INDEX "access_grant_cid" ON "access_grant" USING btree ("cid","asked_at");--> statement-breakpoint
CREATE INDEX "access_grant_user" ON "access_grant" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_token_hash" ON "api_token" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_token_cid" ON "api_token" USING btree ("cid");--> statement-breakpoint
CREATE INDEX "image_cid" ON "image" USING btree ("cid");--> statement-breakpoint
CREATE INDEX "known_device_user" ON "known_device" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_step_expires" ON "login_step" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_key" ON "mail" USING btree ("cid","key");--> statement-breakpoint
CREATE INDEX "mail_created" ON "mail" USING btree ("cid","created_at");--> statement-breakpoint
CREATE INDEX "mail_message" ON "mail" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "one_time_user" ON "one_time_link" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_expires" ON "one_time_link" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_user" ON "recovery_code" USING btree ("user_id");