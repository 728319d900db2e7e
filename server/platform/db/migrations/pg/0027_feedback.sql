CREATE TABLE "feedback" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"at" bigint NOT NULL,
	"rating" text NOT NULL,
	"text" text NOT NULL,
	"page" text NOT NULL,
	"picture" jsonb,
	"version" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"seen_at" bigint,
	CONSTRAINT "feedback_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE INDEX "feedback_at" ON "feedback" USING btree ("at");--> statement-breakpoint
CREATE INDEX "feedback_user" ON "feedback" USING btree ("cid","user_id","at");